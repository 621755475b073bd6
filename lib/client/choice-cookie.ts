/** What a person's choice is called under https, where browsers take it from this host alone. */
export const hostCookie = (name: string): string => `__Host-${name}`

/** A person's choice, by its name under https or under http. */
export const readChoice = (
  name: string,
  cookieOf: (name: string) => string | undefined,
): string | undefined => cookieOf(hostCookie(name)) ?? cookieOf(name)
