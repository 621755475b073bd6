import { useEffect, useEffectEvent, useRef, useState } from "react"
import { lookWhoIsSignedIn, type SignedIn, signInChannel } from "@/lib/client"

/** Who is signed in by now: looked at when the page is come back to, and when another tab tells of a sign-in. At first nothing but a look: what was refused a moment ago is not asked for by itself. */
export function useSignedIn(onSignedIn: (() => void) | undefined): SignedIn {
  const [who, setWho] = useState<SignedIn>("nobody")
  const looks = useRef(0)
  const look = useEffectEvent(async (isFirst: boolean) => {
    looks.current += 1
    const own = looks.current
    const found = await lookWhoIsSignedIn()
    // Several looks may be under way: coming back to a page is told twice, beside the other tab.
    if (found === "unknown" || own !== looks.current) return
    setWho(found)
    if (found === "same" && who !== "same" && !isFirst) onSignedIn?.()
  })
  useEffect(() => {
    const again = () => void look(false)
    void look(true)
    const channel = new BroadcastChannel(signInChannel)
    channel.addEventListener("message", again)
    window.addEventListener("focus", again)
    document.addEventListener("visibilitychange", again)
    return () => {
      looks.current += 1
      channel.close()
      window.removeEventListener("focus", again)
      document.removeEventListener("visibilitychange", again)
    }
  }, [])
  return who
}
