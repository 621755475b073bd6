import { signOut } from "next-auth/react"

/** Ends this session here and with the identity. */
export const leave = () => signOut({ callbackUrl: "/api/auth/end-session" })
