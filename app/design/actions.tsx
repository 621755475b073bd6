"use client"

import { Download, EllipsisVertical, Plus, RefreshCw } from "lucide-react"
import { Badge } from "@/components/ui/badge"
import { Button } from "@/components/ui/button"
import { CopyButton } from "@/components/ui/copy-button"
import { IconButton } from "@/components/ui/icon-button"
import { Kbd } from "@/components/ui/kbd"
import { ShortId } from "@/components/ui/short-id"
import { Row, Specimen } from "./specimen"

const variants = ["primary", "secondary", "ghost", "danger"] as const
const tones = ["neutral", "accent", "positive", "caution", "critical", "outline"] as const
const id = "3f2c9a10-6b7d-4e21-9c55-0a1b2c3d4e5f"

export function Actions() {
  return (
    <Specimen title="Actions and marks">
      <Row name="Button">
        {variants.map((variant) => (
          <Button key={variant} variant={variant}>
            {variant}
          </Button>
        ))}
        <Button disabled>disabled</Button>
      </Row>
      <Row name="Sizes">
        <Button size="sm">
          <Plus aria-hidden="true" /> Filter
        </Button>
        <Button>
          <Download aria-hidden="true" /> Export
        </Button>
        <Button size="lg" variant="primary">
          Sign in
        </Button>
      </Row>
      <Row name="Icon button">
        <IconButton label="Refresh">
          <RefreshCw aria-hidden="true" />
        </IconButton>
        <IconButton label="More" variant="secondary" size="sm">
          <EllipsisVertical aria-hidden="true" />
        </IconButton>
      </Row>
      <Row name="Badge">
        {tones.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
      </Row>
      <Row name="Ids and keys">
        <ShortId id={id} />
        <CopyButton value={id} />
        <Kbd>Ctrl</Kbd>
        <Kbd>K</Kbd>
      </Row>
    </Specimen>
  )
}
