import { useTranslations } from "use-intl"
import type { SyncStatus } from "@/lib/client"
import { Card, CardHead } from "../ui/card"
import { shortenId } from "../ui/short-id"
import { CopyRow } from "./copy-row"
import { copyRights, type NamedDataSet, pointsOf } from "./listed-copy"

export interface OtherCopiesProps {
  readonly copies: readonly SyncStatus[]
  readonly dataSets: readonly NamedDataSet[]
}

/** The copies of data sets that the workspace does not name; nothing where there are none. */
export function OtherCopies({ copies, dataSets }: OtherCopiesProps) {
  const t = useTranslations("dataSets.others")
  const named = new Set(dataSets.map(({ id }) => id))
  const others = copies.flatMap((copy) => {
    const id = copy.parameters["dataSetId"]
    return id === undefined || named.has(id) ? [] : [{ id, copy }]
  })
  if (others.length === 0) return null
  return (
    <Card aria-labelledby="other-copies">
      <CardHead id="other-copies" title={t("title")} />
      <ul className="divide-y">
        {others.map(({ id, copy }) => (
          <li key={copy.path}>
            <CopyRow
              listed={{ name: shortenId(id), list: pointsOf(id), copy }}
              rights={copyRights(copy, true)}
              href={`/kpis/${id}`}
              uncopied={null}
            />
          </li>
        ))}
      </ul>
    </Card>
  )
}
