// What is shown until the script of a page is here?
import { useEffect, useState } from "react";
import { useWords } from "../i18n/locale";

const WORDS = {
  zh: { loading: "正在打开...", long: "还没有打开：网关可能没有应答。会自动重试。" },
  en: { loading: "Opening...", long: "Not here yet: the gateway may not answer. It is tried again by itself." },
};

/** ms after which a viewer wants to know why */
const LONG = 4000;

export function Loading() {
  const words = useWords(WORDS);
  const [long, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => { setLong(true); }, LONG);
    return () => { clearTimeout(timer); };
  }, []);
  return <p className="soft" role="status">{long ? words.long : words.loading}</p>;
}
