import { guidOf } from "../guid"
import type { ContainerRow } from "../rows"

/** A field of a form. Feedback on its answers must be enabled at the form and the field. */
export interface DemoFormField {
  readonly name: string
  readonly feedback: boolean
}

export interface Form {
  readonly key: string
  readonly id: string
  readonly name: string
  readonly stageApprovals: boolean
  readonly feedback: boolean
  readonly fields: readonly DemoFormField[]
}

export interface ServiceFormModule {
  readonly id: string
  readonly name: string
  readonly stages: boolean
  readonly forms: readonly Form[]
}

const form = (key: string, rest: Omit<Form, "key" | "id">): Form => ({
  key,
  id: guidOf("form", key),
  ...rest,
})

const audits: ServiceFormModule = {
  id: guidOf("service-form-module", "audits"),
  name: "Store audits",
  stages: true,
  forms: [
    form("daily-check", {
      name: "Daily store check",
      stageApprovals: true,
      feedback: true,
      fields: [
        { name: "Entrance and trolleys", feedback: true },
        { name: "Emergency exits", feedback: true },
        { name: "Shelf labels (feedback off for this field)", feedback: false },
      ],
    }),
    form("food-safety", {
      name: "Food safety inspection (feedback off)",
      stageApprovals: true,
      feedback: false,
      fields: [
        { name: "Cold store temperature (feedback on, but off for the form)", feedback: true },
      ],
    }),
    form("garden-season", {
      name: "Garden season set-up (stage approvals off)",
      stageApprovals: false,
      feedback: true,
      fields: [{ name: "Plant tables", feedback: true }],
    }),
  ],
}

const maintenance: ServiceFormModule = {
  id: guidOf("service-form-module", "maintenance"),
  name: "Maintenance and equipment",
  stages: true,
  forms: [
    form("defect", {
      name: "Report a defect",
      stageApprovals: true,
      feedback: true,
      fields: [
        { name: "What is broken?", feedback: true },
        { name: "Picture of the defect", feedback: true },
      ],
    }),
    form("equipment", {
      name: "Order equipment",
      stageApprovals: true,
      feedback: true,
      fields: [{ name: "Why is it needed?", feedback: true }],
    }),
  ],
}

const ideas: ServiceFormModule = {
  id: guidOf("service-form-module", "ideas"),
  name: "Ideas and complaints (stages off)",
  stages: false,
  forms: [
    form("idea", {
      name: "An idea from the shop floor",
      stageApprovals: false,
      feedback: true,
      fields: [{ name: "My idea", feedback: true }],
    }),
    form("complaint", {
      name: "Complaint (stage approvals on, stages off)",
      stageApprovals: true,
      feedback: false,
      fields: [{ name: "What happened?", feedback: false }],
    }),
  ],
}

export const serviceFormModules: readonly ServiceFormModule[] = [audits, maintenance, ideas]

export const allForms: readonly { module: ServiceFormModule; form: Form }[] =
  serviceFormModules.flatMap((module) => module.forms.map((form) => ({ module, form })))

export function* serviceFormContainers(): Generator<ContainerRow> {
  for (const { id, name, stages } of serviceFormModules)
    yield { kind: "serviceFormModule", id, name, features: stages ? ["stages"] : [] }
  for (const { module, form } of allForms) {
    const features = [
      ...(form.stageApprovals ? ["stageApprovals"] : []),
      ...(form.feedback ? ["feedback"] : []),
    ]
    yield { kind: "form", id: form.id, parentId: module.id, name: form.name, features }
  }
}
