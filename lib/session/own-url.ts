/** Longer than any page's own address; a redirect's header must stay far below what servers accept. */
const longest = 2048

/** An address on the dashboard itself for a wish that comes from outside; its first page for anything else. */
export function ownUrl(desired: string, origin: string): string {
  const home = `${origin}/`
  if (!URL.canParse(desired, origin)) return home
  const target = new URL(desired, origin)
  if (target.origin !== new URL(origin).origin) return home
  const own = `${origin}/${target.pathname.replace(/^\/+/, "")}${target.search}${target.hash}`
  return own.length > longest ? home : own
}
