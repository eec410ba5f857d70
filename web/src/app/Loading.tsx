// What is shown until the script of a page is here?
import { useWords } from "../words/language";

const WORDS = {
  zh: { loading: "正在打开..." },
  en: { loading: "Opening..." },
};

export function Loading() {
  const words = useWords(WORDS);
  return <p className="soft" role="status">{words.loading}</p>;
}
