import type { Metadata } from "next"
import { redirect } from "next/navigation"
import { readSignIn } from "@/app/backend"
import { SignInCard } from "@/components/frame/sign-in-card"
import { SignInDone } from "@/components/frame/sign-in-done"
import { readTranslator } from "@/lib/client/messages/read-messages"
import { loadConfig } from "@/lib/server/config"
import { ownUrl } from "@/lib/session"

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await readTranslator("signin"))("title") }
}

const firstOf = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)

export default async function SignInPage({ searchParams }: PageProps<"/signin">) {
  const { callbackUrl, error, done } = await searchParams
  const { origin } = loadConfig().session
  const signIn = await readSignIn().catch(() => undefined)
  const isSignedIn = Boolean(signIn?.session)
  if (isSignedIn && done !== undefined) return <SignInDone />
  const target = ownUrl(firstOf(callbackUrl) ?? "/", origin).slice(origin.length)
  if (isSignedIn) redirect(target)
  const atOnce = error === undefined && signIn?.isSignInDue === true
  return <SignInCard callbackUrl={target} error={firstOf(error)} atOnce={atOnce} />
}
