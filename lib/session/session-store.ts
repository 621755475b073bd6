/** What the identity said of a person when it was last asked. */
export interface PersonFacts {
  readonly name: string | null
  readonly email: string | null
  readonly roles: readonly string[]
}

/** A session that has not ended. */
export interface StoredSession extends PersonFacts {
  readonly id: string
  /** The identity's name for the person, its `sub` claim. */
  readonly person: string
  /** The identity's tokens, sealed. */
  readonly tokens: string
  /** When it ends at the latest, in milliseconds since 1970. */
  readonly expiresAt: number
  /** Milliseconds until it ends unless it is used again. */
  readonly endsInMs: number
  /** Milliseconds since the identity last confirmed the person. */
  readonly confirmedMsAgo: number
}

export type NewSession = Pick<
  StoredSession,
  "id" | "person" | "name" | "email" | "roles" | "tokens"
>

/** Sessions of all instances, by the store's own clock; ended ones are as good as absent. */
export interface SessionStore {
  /** Begins a session, and ends the one that it takes the place of. */
  create(session: NewSession, replaced?: string): Promise<void>
  /** The session; `use` counts this as a use of it, which puts its idle end off. */
  read(id: string, use: boolean): Promise<StoredSession | undefined>
  /** The session as long as it may live by its age, also where nobody has used it for long. */
  readIdle(id: string): Promise<StoredSession | undefined>
  /** The same of the session that a person's identity confirmed last, or of the last one that has ended where none lives. */
  readNewest(person: string): Promise<(StoredSession & { readonly hasEnded: boolean }) | undefined>
  /** Keeps what the identity answered to a question of `askedMsAgo`, unless a later question was answered already. */
  confirm(id: string, facts: PersonFacts, askedMsAgo: number): Promise<void>
  /** True for the one caller who may now renew these tokens; the right to it lapses after ten seconds. */
  claimRenewal(id: string, tokens: string): Promise<boolean>
  replaceTokens(id: string, old: string, tokens: string): Promise<void>
  end(id: string): Promise<void>
  /** Ends it and forgets its roles: nobody stands for them any more. */
  disown(id: string): Promise<void>
  /** Ends all of a person's sessions so, and tells their ids. */
  endAll(person: string): Promise<string[]>
}
