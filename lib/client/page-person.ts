/** The cheapest request that everyone may send. */
const quotaUrl = "/api/quota"

const ownHeader = "x-person"

/** The channel on which a tab announces a completed sign-in to the others. */
export const signInChannel = "sign-in"

let known: string | undefined

/** Sets the person of this page by their key. */
export function publishPerson(key: string): void {
  known = key
}

/**
 * Names the person of the page in a request; the dashboard refuses it with 401 if somebody else has
 * signed in since.
 */
export const personHeader = (): Record<string, string> =>
  known === undefined ? {} : { [ownHeader]: known }

/** The current sign-in state relative to this page's person; `unknown` without a response. */
export type SignInState = "same" | "other" | "nobody" | "unknown"

const unauthenticated = 401

async function readQuotaStatus(headers: Record<string, string>): Promise<number> {
  const answer = await fetch(quotaUrl, {
    headers: { accept: "application/json", ...headers },
    credentials: "same-origin",
    redirect: "error",
    cache: "no-store",
  })
  return answer.status
}

/** Checks whether this page's person, somebody else or nobody is signed in. */
export async function readSignInState(): Promise<SignInState> {
  try {
    const own = await readQuotaStatus(personHeader())
    if (own !== unauthenticated) return own < 500 ? "same" : "unknown"
    return known !== undefined && (await readQuotaStatus({})) !== unauthenticated
      ? "other"
      : "nobody"
  } catch {
    return "unknown"
  }
}
