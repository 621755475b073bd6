"use client"

import { ExternalLink, LogIn, UserCheck } from "lucide-react"
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react"
import { useTranslations } from "use-intl"
import { readSignInState, type SignInState, signInChannel } from "@/lib/client"
import { Button, buttonVariants } from "./button"
import { cn } from "./class-names"
import { leaveUnasked } from "./leave-guard"

/** Who is signed in by now: looked at when the page is come back to, and when another tab announces a sign-in. At first nothing but a look: what was refused a moment ago is not asked for by itself. */
export function useSignedIn(onSignedIn: (() => void) | undefined): SignInState {
  const [who, setWho] = useState<SignInState>("nobody")
  const styles = useRef(0)
  const style = useEffectEvent(async (isFirst: boolean) => {
    styles.current += 1
    const own = styles.current
    const found = await readSignInState()
    // Several checks may be under way: coming back to a page is heard twice, beside the other tab.
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
  /** Something that was entered waits on the page. */
  readonly keeps?: boolean
  /** Called once the same person is signed in again. */
  readonly onSignedIn?: (() => void) | undefined
}

/**
 * Instead of a refusal to somebody who is signed out: signing in, in a tab of its own, so that all that
 * was entered stays here. Where somebody else has signed in, this page is theirs no longer.
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
