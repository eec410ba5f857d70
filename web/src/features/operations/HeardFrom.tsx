// Line that says when the gateway last answered, and calmly when it does not.
import { isUnreachable } from "../../ui/ErrorNote";
import { Badge } from "../../ui/Badge";
import { UserText } from "../../ui/UserText";
import { useFormat } from "../../i18n/format";
import type { ApiError } from "../../api/client";
import { useAgeFormat } from "./ageFormat";
import { useNow } from "./useNow";
import { MESSAGES } from "./messages";

/** Time of the last answer, and the last error; its height does not change. */
export function HeardFrom({ heardAt, error }: { readonly heardAt: number | null; readonly error: ApiError | null }) {
  const messages = MESSAGES.useCurrent();
  const { ago } = useAgeFormat();
  const { time } = useFormat();
  const now = useNow();
  const problem = error === null ? null : isUnreachable(error) || error.message === "" ? messages.silent : error.message;
  return (
    <div className="operations-heard">
      <p className="row small soft">
        <Badge tone={heardAt === null ? "brand" : error ? "warn" : "good"}>{error ? messages.trouble : messages.ok}</Badge>
        {heardAt === null ? messages.waiting : `${messages.heard(ago((now - heardAt) / 1000))} ${messages.heardAt(time(new Date(heardAt).toISOString()))}`}
      </p>
      <p className="small operations-silent" role="status">{problem !== null && <UserText text={problem} />}</p>
    </div>
  );
}
