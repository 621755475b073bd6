"use client"

import type { ReactNode } from "react"
import { AnswerControl } from "./answer-control"
import { ChoiceControl } from "./choice-control"
import type { ControlProps } from "./control-props"
import { CultureControl } from "./culture-control"
import { CulturesControl } from "./cultures-control"
import { DescriptionsControl } from "./descriptions-control"
import { type FieldKind, kindOfField } from "./field-kind"
import { OtherControl } from "./other-control"
import { ParentControl } from "./parent-control"
import { CallingCodeControl, PhoneControl } from "./phone-control"
import { NumberControl, TextControl } from "./text-control"
import { UserControl } from "./user-control"
import { ZoneControl } from "./zone-control"

const controls = {
  text: (props) => <TextControl {...props} />,
  email: (props) => <TextControl {...props} type="email" />,
  number: (props) => <NumberControl {...props} />,
  choice: (props) => <ChoiceControl {...props} />,
  answer: (props) => <AnswerControl {...props} />,
  culture: (props) => <CultureControl {...props} />,
  cultures: (props) => <CulturesControl {...props} />,
  zone: (props) => <ZoneControl {...props} />,
  callingCode: (props) => <CallingCodeControl {...props} />,
  phone: (props) => <PhoneControl {...props} />,
  department: (props) => <ParentControl {...props} />,
  user: (props) => <UserControl {...props} />,
  descriptions: (props) => <DescriptionsControl {...props} />,
  other: (props) => <OtherControl {...props} />,
} as const satisfies Record<FieldKind, (props: ControlProps) => ReactNode>

export type { ControlProps } from "./control-props"

/** The control for one field of a department, by its kind: a value of JSON in, a value of JSON out. */
export const FieldControl = (props: ControlProps): ReactNode =>
  controls[kindOfField(props.name, props.field)](props)
