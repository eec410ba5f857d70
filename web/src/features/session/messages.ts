// Messages of the session menu and the sign-in dialog.
import type { Locale } from "../../i18n/locale";

interface Messages {
  readonly signIn: string;
  readonly signOut: string;
  readonly admin: string;
  readonly signedInAs: string;
  readonly key: string;
  readonly keyHint: string;
  readonly leave: string;
  readonly busy: string;
}

/** Messages of the session menu and the sign-in dialog, by locale. */
export const MESSAGES: Readonly<Record<Locale, Messages>> = {
  zh: {
    signIn: "登录",
    signOut: "退出",
    admin: "管理员",
    signedInAs: "当前用户",
    key: "密钥",
    keyHint: "由这个 ToWow 的管理员发给你。",
    leave: "取消",
    busy: "正在登录...",
  },
  en: {
    signIn: "Sign in",
    signOut: "Sign out",
    admin: "Administrator",
    signedInAs: "Signed in as",
    key: "Key",
    keyHint: "Whoever runs this ToWow gave it to you.",
    leave: "Cancel",
    busy: "Signing in...",
  },
};
