"use client"

import {
  CircleCheck,
  Download,
  EllipsisVertical,
  LoaderCircle,
  Plus,
  RefreshCw,
} from "lucide-react"
import { Badge } from "@/components/ui/badge"
import { Button } from "@/components/ui/button"
import { CopyButton } from "@/components/ui/copy-button"
import { IconBadge } from "@/components/ui/icon-badge"
import { IconButton } from "@/components/ui/icon-button"
import { Kbd } from "@/components/ui/kbd"
import { RetryButton } from "@/components/ui/retry-button"
import { SettingsLink } from "@/components/ui/settings-link"
import { ShortId } from "@/components/ui/short-id"
import { ShortcutHint } from "@/components/ui/shortcut-hint"
import { SupportId } from "@/components/ui/support-id"
import { Specimen, SpecimenRow, State } from "./specimen"

const variants = ["primary", "secondary", "ghost", "danger"] as const
const tones = ["neutral", "accent", "positive", "caution", "critical", "outline"] as const
const id = "3f2c9a10-6b7d-4e21-9c55-0a1b2c3d4e5f"

export function Actions() {
  return (
    <Specimen title="Actions and marks">
      {variants.map((variant) => (
        <SpecimenRow key={variant} name={`Button, ${variant}`}>
          {(["default", "hover", "focus"] as const).map((state) => (
            <State key={state} name={state}>
              <Button variant={variant}>Export</Button>
            </State>
          ))}
          <State name="disabled">
            <Button variant={variant} disabled>
              Export
            </Button>
          </State>
          <State name="loading">
            <Button variant={variant} disabled aria-busy="true">
              <RefreshCw className="animate-spin" aria-hidden="true" /> Export
            </Button>
          </State>
        </SpecimenRow>
      ))}
      <SpecimenRow name="Sizes">
        <Button size="sm">
          <Plus aria-hidden="true" /> Filter
        </Button>
        <Button>
          <Download aria-hidden="true" /> Export
        </Button>
        <Button size="lg" variant="primary">
          Sign in
        </Button>
      </SpecimenRow>
      <SpecimenRow name="Icon button">
        {(["default", "hover", "focus"] as const).map((state) => (
          <State key={state} name={state}>
            <IconButton label="Refresh">
              <RefreshCw aria-hidden="true" />
            </IconButton>
          </State>
        ))}
        <State name="disabled">
          <IconButton label="More" disabled>
            <EllipsisVertical aria-hidden="true" />
          </IconButton>
        </State>
      </SpecimenRow>
      <SpecimenRow name="Ways on">
        <RetryButton />
        <SettingsLink />
      </SpecimenRow>
      <SpecimenRow name="Badge">
        {tones.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
        <IconBadge tone="positive" Icon={CircleCheck}>
          applied
        </IconBadge>
        <IconBadge tone="neutral" Icon={LoaderCircle}>
          under way
        </IconBadge>
      </SpecimenRow>
      <SpecimenRow name="Ids and keys">
        <ShortId id={id} />
        <CopyButton value={id} />
        <SupportId id="01JD3V9Q" />
        <span className="flex gap-0.5">
          <Kbd>Ctrl</Kbd>
          <Kbd>K</Kbd>
        </span>
        <ShortcutHint keys="Ctrl C" />
      </SpecimenRow>
    </Specimen>
  )
}
