import { TriangleAlert } from "lucide-react"
import { ownValue } from "@/lib/catalogue"
import type { Messages } from "@/lib/client/messages"
import { messagesOf } from "@/lib/client/messages/messages-of"
import { readLocale, readTranslator } from "@/lib/client/messages/read-messages"
import { LanguageSwitch } from "./language-switch"
import { Logo } from "./logo"
import { SignInButton } from "./sign-in-button"
import { ThemeSwitch } from "./theme-switch"

type ErrorTexts = Messages["signin"]["errors"]

/** The message for a next-auth error code; other codes get a general one. */
const errorText = (texts: ErrorTexts, code: string): string =>
  ownValue(texts, code) ?? texts.default

export interface SignInProps {
  /** A path of this app. */
  readonly callbackUrl: string
  readonly error?: string | undefined
  /** Redirects automatically: usually the identity provider has a session and asks nothing. */
  readonly atOnce?: boolean
}

export async function SignInCard({ callbackUrl, error, atOnce = false }: SignInProps) {
  const t = await readTranslator("signin")
  const appName = (await readTranslator("common"))("appName")
  return (
    <main className="relative grid min-h-dvh place-items-center p-4">
      <div className="absolute top-3 right-3 flex items-center gap-1">
        <LanguageSwitch />
        <ThemeSwitch />
      </div>
      <div className="w-full max-w-sm">
        <div className="mb-6 flex items-center justify-center gap-2.5 font-semibold text-base tracking-tight">
          <Logo className="size-6" />
          {appName}
        </div>
        <div className="rounded-xl border bg-surface p-6 shadow-sm sm:p-8">
          <h1 className="font-semibold text-xl tracking-tight">{t("title")}</h1>
          <p className="mt-1 mb-6 text-ink-muted">{t("intro")}</p>
          {error ? (
            <p
              role="alert"
              className="mb-4 flex gap-2 rounded-md bg-critical-soft px-3 py-2 text-critical-ink"
            >
              <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
              {errorText(messagesOf(await readLocale()).signin.errors, error)}
            </p>
          ) : null}
          <SignInButton callbackUrl={callbackUrl} afresh={error === "WeakSignIn"} atOnce={atOnce} />
          {callbackUrl === "/" ? null : (
            <p className="mt-3 text-center text-ink-faint text-xs">{t("returning")}</p>
          )}
        </div>
      </div>
    </main>
  )
}
