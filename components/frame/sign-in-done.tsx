"use client"

import { CircleCheck } from "lucide-react"
import { useEffect } from "react"
import { useTranslations } from "use-intl"
import { signInChannel } from "@/lib/client"

/** Completes a sign-in in a separate tab and notifies the tabs that wait for it. */
export function SignInDone() {
  const t = useTranslations("signin.done")
  useEffect(() => {
    const channel = new BroadcastChannel(signInChannel)
    channel.postMessage("done")
    channel.close()
  }, [])
  return (
    <main className="grid min-h-dvh place-items-center p-4 text-center">
      <div role="status" className="max-w-sm">
        <CircleCheck className="mx-auto mb-3 size-8 text-positive-ink" aria-hidden="true" />
        <h1 className="font-semibold text-xl tracking-tight">{t("title")}</h1>
        <p className="mt-1 text-ink-muted">{t("detail")}</p>
      </div>
    </main>
  )
}
