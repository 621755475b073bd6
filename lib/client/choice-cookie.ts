/** The cookie name under https, which binds the cookie to this host. */
export const hostCookie = (name: string): string => `__Host-${name}`

/** A person's choice, from the https or http cookie. */
export const readChoice = (
  name: string,
  cookieOf: (name: string) => string | undefined,
): string | undefined => cookieOf(hostCookie(name)) ?? cookieOf(name)
