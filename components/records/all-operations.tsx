import Link from "next/link"
import type { Area, Catalogue, Domain, Operation } from "@/lib/catalogue"
import { areaPaths, operationHref } from "@/lib/client"
import { readTranslator } from "@/lib/client/messages/read-messages"
import { Badge } from "../ui/badge"
import { Card, CardHead } from "../ui/card"

interface AllOperationsProps {
  readonly catalogue: Catalogue
  readonly domains: ReadonlySet<Domain>
  /** True if the person may send changes, which have operations too. */
  readonly mayWrite: boolean
}

/** The platform operations available to a person, by area, with the API's names. */
export async function AllOperations({ catalogue, domains, mayWrite }: AllOperationsProps) {
  const t = await readTranslator("frame")
  const readable = catalogue.operations.filter(
    ({ domain, kind }) => domains.has(domain) && (kind !== "patch" || mayWrite),
  )
  const areas = (Object.keys(areaPaths) as Area[]).map((area) => ({
    area,
    operations: readable.filter((operation) => operation.area === area),
  }))
  return (
    <div className="grid gap-4">
      {areas
        .filter(({ operations }) => operations.length > 0)
        .map(({ area, operations }) => (
          <Card key={area} aria-label={t(`areas.${area}`)}>
            <CardHead title={t(`areas.${area}`)} />
            <ul className="divide-y">
              {operations.map((operation) => (
                <OperationRow key={operation.id} operation={operation} />
              ))}
            </ul>
          </Card>
        ))}
    </div>
  )
}

async function OperationRow({ operation }: { readonly operation: Operation }) {
  const t = await readTranslator("records")
  const common = await readTranslator("common")
  const { title, method, version, path, kind, deprecated } = operation
  return (
    <li>
      <Link
        href={operationHref(operation)}
        prefetch={false}
        className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-0.5 px-4 py-2 transition-colors hover:bg-hover focus-visible:-outline-offset-2"
      >
        <span className="min-w-0 flex-1 basis-64">
          <span className="block">{title}</span>
          <span className="block break-all font-mono text-ink-faint text-xs">
            {method} /{version}
            {path}
          </span>
        </span>
        {kind === "single" ? <Badge tone="outline">{t("start.opensById")}</Badge> : null}
        {deprecated ? <Badge tone="caution">{common("deprecated")}</Badge> : null}
      </Link>
    </li>
  )
}
