/** Ends this session here and with the identity. */
export async function leave(): Promise<void> {
  const { signOut } = await import("next-auth/react")
  await signOut({ callbackUrl: "/api/auth/end-session" })
}
