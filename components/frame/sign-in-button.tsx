"use client"

import { LogIn } from "lucide-react"
import { signIn } from "next-auth/react"
import { useState } from "react"
import { useTranslations } from "use-intl"
import { Button } from "../ui/button"

/** Goes to the identity provider, and from there to an own path. */
export function SignInButton({ callbackUrl }: { callbackUrl: string }) {
  const t = useTranslations("signin")
  const [busy, setBusy] = useState(false)
  const start = () => {
    setBusy(true)
    signIn("oidc", { callbackUrl }).catch(() => setBusy(false))
  }
  return (
    <Button variant="primary" size="lg" className="w-full" disabled={busy} onClick={start}>
      <LogIn aria-hidden="true" />
      {busy ? t("busy") : t("button")}
    </Button>
  )
}
