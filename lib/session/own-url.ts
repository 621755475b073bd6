/** An address on the dashboard itself for a wish that comes from outside; its first page for anything else. */
export function ownUrl(wish: string, origin: string): string {
  const home = `${origin}/`
  if (!URL.canParse(wish, origin)) return home
  const target = new URL(wish, origin)
  if (target.origin !== new URL(origin).origin) return home
  return `${origin}/${target.pathname.replace(/^\/+/, "")}${target.search}${target.hash}`
}
