import { translator } from "@/lib/client/messages"
import { Card, CardBody, CardHead } from "../ui/card"
import { DateTime } from "../ui/date-time"
import { ShortId } from "../ui/short-id"
import { MediaList } from "./media-list"
import { rowsAt, textAt } from "./read-field"
import { RecordAside } from "./record-aside"
import type { RecordBodyProps } from "./record-body-props"

/** A stage comment (specification 2.5): what was written, by whom, with which files. */
export function StageComment({ record }: RecordBodyProps) {
  const t = translator("records")
  const author = textAt(record, "userId")
  const created = textAt(record, "creationDateTime")
  return (
    <>
      <Card aria-label={t("comment")} className="lg:col-span-2">
        <CardHead title={t("comment")} />
        <CardBody>
          <p className="flex flex-wrap items-center gap-x-3 text-ink-muted text-xs">
            {author ? (
              <span className="inline-flex items-center gap-1">
                {t("writtenBy")} <ShortId id={author} />
              </span>
            ) : null}
            {created ? <DateTime value={created} relative /> : null}
          </p>
          <blockquote className="mt-2 max-w-prose whitespace-pre-wrap text-base">
            {textAt(record, "value") ?? t("noText")}
          </blockquote>
        </CardBody>
      </Card>
      <RecordAside>
        <MediaList medias={rowsAt(record, "medias")} />
      </RecordAside>
    </>
  )
}
