import type { Row } from "@/lib/catalogue"
import { readTranslator } from "@/lib/client/messages/read-translator"
import { readValueLabel } from "@/lib/client/messages/read-value-label"
import { toneOf } from "../data-table/value-tone"
import { Badge } from "../ui/badge"
import { textAt } from "./read-field"

/** A record's state at a glance, beside its title. */
export async function RecordMarks({ record }: { record: Row }) {
  const t = await readTranslator("records")
  const labelOf = await readValueLabel()
  const status = textAt(record, "status")
  const type = textAt(record, "type")
  const isEvent = typeof record["isCancelled"] === "boolean"
  return (
    <>
      {status ? <Badge tone={toneOf(status)}>{labelOf("status", status)}</Badge> : null}
      {isEvent && type ? <Badge tone="outline">{labelOf("type", type)}</Badge> : null}
      {record["isCancelled"] === true ? <Badge tone="critical">{t("cancelled")}</Badge> : null}
      {isEvent && record["isCancelled"] === false ? (
        <Badge tone={record["isActive"] === true ? "positive" : "neutral"}>
          {t(record["isActive"] === true ? "event.active" : "event.inactive")}
        </Badge>
      ) : null}
    </>
  )
}
