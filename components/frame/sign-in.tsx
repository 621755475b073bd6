import { TriangleAlert } from "lucide-react"
import { messages, translator } from "@/lib/client/messages"
import { Logo } from "./logo"
import { SignInButton } from "./sign-in-button"
import { ThemeSwitch } from "./theme-switch"

type ErrorName = keyof typeof messages.signin.errors

/** The message for next-auth's error code; codes of its own making fall back to a general one. */
export const signInError = (code: string): ErrorName =>
  Object.hasOwn(messages.signin.errors, code) ? (code as ErrorName) : "default"

export interface SignInProps {
  /** An own path. */
  readonly callbackUrl: string
  readonly error?: string | undefined
}

/** The page of those who are not signed in. */
export function SignIn({ callbackUrl, error }: SignInProps) {
  const t = translator("signin")
  const appName = translator("common")("appName")
  return (
    <main className="relative grid min-h-dvh place-items-center p-4">
      <div className="absolute top-3 right-3">
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
              {t(`errors.${signInError(error)}`)}
            </p>
          ) : null}
          <SignInButton callbackUrl={callbackUrl} />
          {callbackUrl === "/" ? null : (
            <p className="mt-3 text-center text-ink-faint text-xs">{t("returning")}</p>
          )}
        </div>
      </div>
    </main>
  )
}
