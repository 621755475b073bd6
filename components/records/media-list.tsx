import type { Row } from "@/lib/catalogue"
import { readTranslator } from "@/lib/client/messages/read-messages"
import { MediaPart } from "../data-table/media-part"
import { Card, CardBody, CardHead } from "../ui/card"
import { textAt } from "./read-field"

export interface MediaListProps {
  readonly medias: readonly Row[]
  /** The id of the featured one. */
  readonly featured?: string | undefined
  readonly featuredUrl?: string | undefined
}

/** A record's files, opened on demand: nothing loads from their host. */
export async function MediaList({ medias, featured, featuredUrl }: MediaListProps) {
  const t = await readTranslator("records")
  const isListed = medias.some((media) => textAt(media, "id") === featured)
  const alone = featured && !isListed ? [{ id: featured, downloadUrl: featuredUrl }] : []
  const shown = [...alone, ...medias]
  return (
    <Card aria-label={t("media")}>
      <CardHead title={t("media")} />
      <CardBody className={shown.length > 0 ? "p-0" : undefined}>
        {shown.length > 0 ? (
          <MediaPart value={shown} featured={featured} isFramed={false} />
        ) : (
          <p className="text-ink-muted">{t("noMedia")}</p>
        )}
      </CardBody>
    </Card>
  )
}
