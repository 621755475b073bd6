"use client"

import { ExternalLink, LogIn, UserCheck } from "lucide-react"
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react"
import { useTranslations } from "use-intl"
import { readSignInState, type SignInState, signInChannel } from "@/lib/client"
import { Button, buttonVariants } from "./button"
import { cn } from "./class-names"
import { leaveUnasked } from "./leave-guard"

/**
 * The current sign-in state, checked when the page becomes visible and when another tab announces a
 * sign-in. The first check never calls `onSignedIn`: a request that was just refused is not
 * repeated automatically.
 */
export function useSignedIn(onSignedIn: (() => void) | undefined): SignInState {
  const [who, setWho] = useState<SignInState>("nobody")
  const styles = useRef(0)
  const style = useEffectEvent(async (isFirst: boolean) => {
    styles.current += 1
    const own = styles.current
    const found = await readSignInState()
    // Several checks may be pending: returning to a page fires two events, and the other tab sends
    // one.
    if (found === "unknown" || own !== styles.current) return
    setWho(found)
    if (found === "same" && who !== "same" && !isFirst) onSignedIn?.()
  })
  useEffect(() => {
    const again = () => void style(false)
    void style(true)
    const channel = new BroadcastChannel(signInChannel)
    channel.addEventListener("message", again)
    window.addEventListener("focus", again)
    document.addEventListener("visibilitychange", again)
    return () => {
      styles.current += 1
      channel.close()
      window.removeEventListener("focus", again)
      document.removeEventListener("visibilitychange", again)
    }
  }, [])
  return who
}

interface SignedOutProps {
  /** True if there is unsaved input on the page. */
  readonly keeps?: boolean
  /** Called once the same person has signed in again. */
  readonly onSignedIn?: (() => void) | undefined
}

/**
 * Replaces a refusal after sign-out: signs in from a new tab, so that input on this page survives.
 * If somebody else has signed in, the page no longer belongs to its person.
 */
export function SignedOut({ keeps = true, onSignedIn }: SignedOutProps) {
  const t = useTranslations("signin.signedOut")
  const who = useSignedIn(onSignedIn)
  if (who === "same")
    return (
      <Notice role="status" className="bg-positive-soft text-positive-ink" Icon={UserCheck}>
        <p className="min-w-0 flex-1 basis-60">{t("back")}</p>
        {onSignedIn ? (
          <Button size="sm" onClick={onSignedIn}>
            {t("goOn")}
          </Button>
        ) : null}
      </Notice>
    )
  if (who === "other")
    return (
      <Notice role="alert" className="bg-critical-soft text-critical-ink" Icon={LogIn}>
        <p className="min-w-0 flex-1 basis-60">{t("other")}</p>
        <Button size="sm" onClick={() => leaveUnasked(() => window.location.reload())}>
          {t("reload")}
        </Button>
      </Notice>
    )
  return (
    <Notice role="alert" className="bg-caution-soft text-caution-ink" Icon={LogIn}>
      <p className="min-w-0 flex-1 basis-60">
        <span className="font-medium">{t("title")}</span> {keeps ? t("kept") : null}
      </p>
      <a
        href={`/signin?callbackUrl=${encodeURIComponent("/signin?done")}`}
        target="_blank"
        rel="noreferrer"
        className={buttonVariants({ variant: "primary", size: "sm" })}
      >
        {t("action")}
        <ExternalLink aria-hidden="true" />
        <span className="sr-only">{t("newTab")}</span>
      </a>
    </Notice>
  )
}

interface NoticeProps {
  readonly role: "alert" | "status"
  readonly className: string
  readonly Icon: typeof LogIn
  readonly children: ReactNode
}

const Notice = ({ role, className, Icon, children }: NoticeProps) => (
  <div
    role={role}
    className={cn(
      "flex w-full flex-wrap items-center gap-x-3 gap-y-2 rounded-md px-3 py-2.5 text-left text-sm",
      className,
    )}
  >
    <Icon className="size-4 shrink-0" aria-hidden="true" />
    {children}
  </div>
)
