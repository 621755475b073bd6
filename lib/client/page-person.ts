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

/** Comes with an answer that shows people, encrypted by the server: to whoever may not know everybody's name theirs are disclosed. */
const shownHeader = "x-shown-people"

/** How many answers' people a look-up of names carries. */
const maxAnswers = 10

let shown: readonly string[] = []
const listeners = new Set<() => void>()

/** Keeps whom an answer has shown. */
export function noteShown(encrypted: string | null | undefined): void {
  if (!encrypted || shown.includes(encrypted)) return
  shown = [encrypted, ...shown].slice(0, maxAnswers)
  for (const listener of listeners) listener()
}

/** What answers have said of whom they show. */
export const shownIn = ({ headers }: { readonly headers: Headers }): string | undefined =>
  headers.get(shownHeader) ?? undefined

/** Whom this page's answers have shown, the newest first. */
export const readShown = (): readonly string[] => shown

/** Calls the listener when an answer has shown others. */
export function onShown(listener: () => void): void {
  listeners.add(listener)
}
