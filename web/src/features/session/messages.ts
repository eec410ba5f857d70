// Messages of the session menu and the sign-in dialog.
import { defineMessages } from "../../i18n/locale";

/** Messages of the session menu and the sign-in dialog, by locale. */
export const MESSAGES = defineMessages({
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
});
