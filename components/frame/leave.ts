import { endThisSession, forgetDrafts } from "@/lib/client"

/** Ends this session here and with the identity, and forgets what the person has entered; the sign-in page says so where it may go on. */
export const leave = (person: string): Promise<void> =>
  endThisSession().then(
    () => {
      forgetDrafts(person)
      window.location.assign("/api/auth/end-session")
    },
    () => window.location.assign("/signin?error=SignOut"),
  )
