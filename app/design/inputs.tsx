"use client"

import { useState } from "react"
import { Checkbox } from "@/components/ui/checkbox"
import { Combobox } from "@/components/ui/combobox"
import { Input } from "@/components/ui/input"
import { Select } from "@/components/ui/select"
import { Switch } from "@/components/ui/switch"
import { Row, Specimen } from "./specimen"

const operators = [
  { value: "eq", label: "is" },
  { value: "ne", label: "is not" },
  { value: "gte", label: "at least" },
]
const stores = ["Aarhus", "Berlin", "København", "Leeds", "Odense", "Zürich"].map(
  (city, index) => ({
    value: `store-${index}`,
    label: `Store ${city}`,
    description: `Region ${index + 1}`,
  }),
)

export function Inputs() {
  const [operator, setOperator] = useState<string | null>("eq")
  const [store, setStore] = useState<string | null>("store-2")
  return (
    <Specimen title="Inputs">
      <Row name="Input">
        <Input className="w-48" aria-label="Text" placeholder="Value" />
        <Input className="w-48" aria-label="Wrong" aria-invalid="true" defaultValue="not a guid" />
        <Input className="w-48" aria-label="Disabled" disabled defaultValue="disabled" />
      </Row>
      <Row name="Select">
        <Select
          className="w-40"
          label="Operator"
          options={operators}
          value={operator}
          onValueChange={setOperator}
        />
        <Select
          className="w-40"
          size="sm"
          label="Small"
          placeholder="Choose"
          options={operators}
          value={null}
          onValueChange={setOperator}
        />
      </Row>
      <Row name="Combobox">
        <Combobox
          className="w-64"
          label="Store"
          options={stores}
          value={store}
          onValueChange={setStore}
          clearable
        />
      </Row>
      <Row name="Choices">
        {/* biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is the control */}
        <label className="flex items-center gap-2">
          <Checkbox defaultChecked /> Checked
        </label>
        {/* biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is the control */}
        <label className="flex items-center gap-2">
          <Checkbox /> Unchecked
        </label>
        {/* biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is the control */}
        <label className="flex items-center gap-2">
          <Checkbox indeterminate /> Partly
        </label>
        <Switch defaultChecked aria-label="On" />
        <Switch aria-label="Off" />
      </Row>
    </Specimen>
  )
}
