"use client"

import { LogIn } from "lucide-react"
import { signIn } from "next-auth/react"
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react"
import { useTranslations } from "use-intl"
import { Button } from "../ui/button"

interface SignInButtonProps {
  readonly callbackUrl: string
  /** Asks for credentials even with an active session at the identity provider. */
  readonly afresh: boolean
  /** Starts without a click. */
  readonly atOnce: boolean
}

const never = () => () => {}

/** Redirects to the identity provider, and from there to a path of this app. */
export function SignInButton({ callbackUrl, afresh, atOnce }: SignInButtonProps) {
  const t = useTranslations("signin")
  const [busy, setBusy] = useState(atOnce)
  // A click before hydration would be lost.
  const isReady = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  const goThere = () =>
    signIn("oidc", { callbackUrl }, afresh ? { prompt: "login" } : {}).catch(() => setBusy(false))
  const start = () => {
    setBusy(true)
    void goThere()
  }
  const startAtOnce = useEffectEvent(() => void goThere())
  useEffect(() => {
    if (atOnce) startAtOnce()
  }, [atOnce])
  return (
    <Button
      variant="primary"
      size="lg"
      className="w-full"
      disabled={busy || !isReady}
      onClick={start}
    >
      <LogIn aria-hidden="true" />
      {busy ? t("busy") : t("button")}
    </Button>
  )
}
