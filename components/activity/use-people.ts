import { useQuery } from "@tanstack/react-query"
import { useMemo } from "react"
import { useLocale } from "use-intl"
import { type ActivityEntry, activityPeopleOptions } from "@/lib/client"
import type { Option } from "../ui/select"
import { shortenId } from "../ui/short-id"

/** Everybody who made an edit, and the one who is chosen, by name; until that is read, those of the edits at hand. */
export function usePeople(
  entries: readonly ActivityEntry[],
  chosen: string | undefined,
): readonly Option[] {
  const { data: people } = useQuery(activityPeopleOptions())
  const locale = useLocale()
  return useMemo(() => {
    const { compare } = new Intl.Collator(locale, { numeric: true })
    const names = new Map<string, string>()
    for (const { personId, personName } of people ?? entries)
      names.set(personId, personName ?? shortenId(personId))
    if (chosen !== undefined && !names.has(chosen)) names.set(chosen, shortenId(chosen))
    return [...names]
      .map(([value, label]) => ({ value, label }))
      .toSorted((one, other) => compare(one.label, other.label))
  }, [people, entries, chosen, locale])
}
