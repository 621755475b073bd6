/** The lightest thing that every person may ask for. */
const quotaUrl = "/api/quota"

const ownHeader = "x-person"

/** Where a tab in which somebody has signed in tells the others. */
export const signInChannel = "sign-in"

let known: string | undefined

/** Tells whose page this is, by the key of the person. */
export function publishPerson(key: string): void {
  known = key
}

/** Says with a request whose page it comes from: the dashboard refuses it, 401, where somebody else has signed in since. */
export const personHeader = (): Record<string, string> =>
  known === undefined ? {} : { [ownHeader]: known }

/** Who is signed in by now, seen from this page; `unknown` where no answer came. */
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

/** Asks whether the person of this page, somebody else or nobody is signed in. */
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
