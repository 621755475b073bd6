"use client"

import { useState } from "react"
import { Calendar } from "@/components/ui/calendar"
import { Checkbox } from "@/components/ui/checkbox"
import { Combobox } from "@/components/ui/combobox"
import { DayRangeForm } from "@/components/ui/day-range-form"
import { Input } from "@/components/ui/input"
import { SearchField } from "@/components/ui/search-field"
import { Select } from "@/components/ui/select"
import { Switch } from "@/components/ui/switch"
import { Specimen, SpecimenRow, State } from "./specimen"

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
const still = ["default", "hover", "focus"] as const

export function Inputs() {
  return (
    <Specimen title="Inputs">
      <SpecimenRow name="Input">
        {still.map((state) => (
          <State key={state} name={state}>
            <Input className="w-40" aria-label={state} placeholder="Value" />
          </State>
        ))}
        <State name="error">
          <Input
            className="w-40"
            aria-label="Wrong"
            aria-invalid="true"
            defaultValue="not a guid"
          />
        </State>
        <State name="disabled">
          <Input className="w-40" aria-label="Disabled" disabled defaultValue="Value" />
        </State>
      </SpecimenRow>
      <Searches />
      <Selects />
      <Comboboxes />
      <Choices />
      <Days />
    </Specimen>
  )
}

function Searches() {
  const [text, setText] = useState("")
  return (
    <SpecimenRow name="Search field">
      {still.map((state) => (
        <State key={state} name={state}>
          <SearchField label={`Find ${state}`} value={text} onChange={setText} className="w-40" />
        </State>
      ))}
    </SpecimenRow>
  )
}

function Selects() {
  const [operator, setOperator] = useState<string | null>("eq")
  const shared = { label: "Operator", options: operators, onValueChange: setOperator }
  return (
    <SpecimenRow name="Select">
      {still.map((state) => (
        <State key={state} name={state}>
          <Select className="w-32" value={operator} {...shared} />
        </State>
      ))}
      <State name="disabled">
        <Select className="w-32" value={operator} disabled {...shared} />
      </State>
      <Select className="w-32" size="sm" placeholder="Choose" {...shared} value={null} />
    </SpecimenRow>
  )
}

function Comboboxes() {
  const [store, setStore] = useState<string | null>("store-2")
  const shared = { label: "Store", options: stores, value: store, onValueChange: setStore }
  return (
    <SpecimenRow name="Combobox">
      {still.map((state) => (
        <State key={state} name={state}>
          <Combobox className="w-48" {...shared} clearable />
        </State>
      ))}
      <State name="disabled">
        <Combobox className="w-48" {...shared} disabled />
      </State>
    </SpecimenRow>
  )
}

function Choices() {
  return (
    <>
      <SpecimenRow name="Checkbox">
        {still.map((state) => (
          <State key={state} name={state}>
            <Checkbox aria-label={state} />
          </State>
        ))}
        <State name="chosen">
          <Checkbox aria-label="Chosen" defaultChecked />
        </State>
        <Checkbox aria-label="Partly" indeterminate />
        <State name="disabled">
          <Checkbox aria-label="Disabled" disabled defaultChecked />
        </State>
      </SpecimenRow>
      <SpecimenRow name="Switch">
        {still.map((state) => (
          <State key={state} name={state}>
            <Switch aria-label={state} />
          </State>
        ))}
        <State name="chosen">
          <Switch aria-label="Chosen" defaultChecked />
        </State>
        <State name="disabled">
          <Switch aria-label="Disabled" disabled />
        </State>
      </SpecimenRow>
    </>
  )
}

function Days() {
  const [day, setDay] = useState("2026-11-18")
  return (
    <SpecimenRow name="Calendar">
      <Calendar selected={{ from: day, to: day }} today="2026-11-21" onSelect={setDay} />
      <Calendar
        selected={{ from: "2026-11-09", to: "2026-11-15" }}
        today="2026-11-21"
        onSelect={() => {}}
      />
      <DayRangeForm initial={{ from: "2026-11-09", to: "2026-11-15" }} onChoose={() => {}} />
    </SpecimenRow>
  )
}
