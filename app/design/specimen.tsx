import type { ReactNode } from "react"
import { Card, CardBody, CardHead } from "@/components/ui/card"

/** A group of components under one heading. */
export function Specimen({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card>
      <CardHead title={title} />
      <CardBody className="space-y-4">{children}</CardBody>
    </Card>
  )
}

/** Some states of one component in a row. */
export function SpecimenRow({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-2 sm:grid-cols-[8rem_1fr] sm:items-center">
      <span className="text-ink-faint text-xs">{name}</span>
      <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-3">{children}</div>
    </div>
  )
}

export type StateName = "default" | "hover" | "focus" | "disabled" | "loading" | "error" | "chosen"

/** One state of a component, named below it; hover and focus are forced on what stands directly in it. */
export function State({ name, children }: { name: StateName; children: ReactNode }) {
  return (
    <span className="inline-grid justify-items-start gap-1">
      <span className="inline-flex" data-force={name}>
        {children}
      </span>
      <span className="text-2xs text-ink-faint">{name}</span>
    </span>
  )
}
