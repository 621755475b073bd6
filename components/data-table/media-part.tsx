"use client"

import { File, FileText, Film, Image, type LucideIcon } from "lucide-react"
import { useTranslations } from "use-intl"
import { Badge } from "../ui/badge"
import { cn } from "../ui/class-names"
import { CopyButton } from "../ui/copy-button"
import { shortenId } from "../ui/short-id"

interface Media {
  readonly id?: unknown
  readonly fileName?: unknown
  readonly contentType?: unknown
  readonly downloadUrl?: unknown
}

export interface MediaPartProps {
  readonly value: unknown
  /** The id of the featured one. */
  readonly featured?: string | undefined
  readonly isFramed?: boolean
}

const icons: readonly (readonly [prefix: string, Icon: LucideIcon])[] = [
  ["image/", Image],
  ["video/", Film],
  ["application/pdf", FileText],
  ["text/", FileText],
]

/** A record's files by name, each linked to its source; none loads by itself. */
export function MediaPart({ value, featured, isFramed = true }: MediaPartProps) {
  const medias: readonly Media[] = Array.isArray(value) ? value : []
  return (
    <ul className={cn("divide-y", isFramed && "rounded-md border")}>
      {medias.map((media, index) => (
        <MediaLine
          key={`${media.id ?? index}`}
          media={media}
          isFeatured={featured !== undefined && media.id === featured}
          isFramed={isFramed}
        />
      ))}
    </ul>
  )
}

/** Parses a safe web address and its host. */
function webAddress(text: unknown): { readonly href: string; readonly host: string } | undefined {
  if (typeof text !== "string" || !/^https?:\/\//i.test(text) || !URL.canParse(text))
    return undefined
  return { href: text, host: new URL(text).host }
}

interface MediaLineProps {
  readonly media: Media
  readonly isFeatured: boolean
  readonly isFramed: boolean
}

function MediaLine({ media, isFeatured, isFramed }: MediaLineProps) {
  const t = useTranslations("records")
  const id = `${media.id ?? ""}`
  const type = `${media.contentType ?? ""}`
  const name = typeof media.fileName === "string" ? media.fileName : shortenId(id)
  const address = webAddress(media.downloadUrl)
  const [, Icon = File] = icons.find(([prefix]) => type.startsWith(prefix)) ?? []
  return (
    <li className={cn("flex min-h-9 items-center gap-2 py-1", isFramed ? "px-2.5" : "px-4")}>
      <Icon className="size-4 shrink-0 text-ink-faint" aria-hidden="true" />
      <span className="min-w-0 flex-1">
        {address ? (
          <a
            href={address.href}
            target="_blank"
            rel="noreferrer"
            className="block break-all py-0.5 hover:text-accent-ink hover:underline"
          >
            {name}
          </a>
        ) : (
          <span className="block break-all">{name}</span>
        )}
        <span className="block text-ink-faint text-xs">
          {type || t("mediaNoType")} · {address ? address.host : t("mediaNoLink")}
        </span>
      </span>
      {isFeatured ? <Badge tone="outline">{t("mediaFeatured")}</Badge> : null}
      {id ? <CopyButton value={id} /> : null}
    </li>
  )
}
