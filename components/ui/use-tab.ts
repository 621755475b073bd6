import { useSearch } from "./use-search"

/** The open tab of a page, which the address names in `tab`; the first one needs none. */
export function useTab<Name extends string>(names: readonly [Name, ...Name[]]) {
  const { search, change } = useSearch()
  const named = new URLSearchParams(search).get("tab")
  const open = (name: Name) => {
    const url = new URL(window.location.href)
    if (name === names[0]) url.searchParams.delete("tab")
    else url.searchParams.set("tab", name)
    change(`${url.pathname}${url.search}`, { replace: true })
  }
  return { shown: names.find((name) => name === named) ?? names[0], open }
}
