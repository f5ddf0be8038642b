import { useForm } from "@conform-to/react";
import { Form } from "#app/components/form";
import { CheckboxField } from "#app/components/form/checkbox-field";
import {
  CodeField,
  DateField,
  EmailField,
  MoneyField,
  NumberField,
  TextField,
} from "#app/components/form/fields";
import { FileField } from "#app/components/form/file-field";
import { PasswordField } from "#app/components/form/password-field";
import { RadioField } from "#app/components/form/radio-field";
import { SelectField } from "#app/components/form/select-field";
import { SubmitButton } from "#app/components/form/submit-button";
import { TextArea } from "#app/components/form/text-area";
import { Button } from "#app/components/ui/button";
import { MoreMenu } from "#app/components/ui/more-menu";
import type { GalleryTexts } from "./texts";

type FieldName =
  | "comment"
  | "email"
  | "password"
  | "amount"
  | "months"
  | "code"
  | "date"
  | "system"
  | "text"
  | "file"
  | "autopay"
  | "period"
  | "plates";

const values = { comment: "Gold scalper", amount: "50", months: "1", date: "2026-11-20", system: "2022" };
const choices = { autopay: "on", period: "3", plates: "3" };
/** Buttons in every state: idle, primary, pending and disabled. */
export function Buttons({ t }: { t: GalleryTexts }) {
  return (
    <section className="card" aria-labelledby="buttons">
      <h2 id="buttons">{t.buttons}</h2>
      <div className="row">
        <SubmitButton>{t.pay}</SubmitButton>
        <Button>{t.renewal}</Button>
        <Button variant="quiet">{t.link}</Button>
        <Button variant="danger">{t.turnOff}</Button>
        <Button className="danger primary">{t.yesTurnOff}</Button>
        <Button variant="primary" aria-busy="true">
          {t.paying}
        </Button>
        <Button aria-disabled="true">{t.upgrade}</Button>
        <Button aria-pressed="true">{t.month}</Button>
        <MoreMenu id="more-menu" label={t.more}>
          <a href="#buttons">{t.renewal}</a>
          <a href="#buttons">{t.upgrade}</a>
          <hr />
          <a href="#buttons" className="danger">
            {t.remove}
          </a>
        </MoreMenu>
      </div>
    </section>
  );
}

/** Every field: empty, filled and invalid. */
export function Fields({ t, emailInvalid }: { t: GalleryTexts; emailInvalid: string }) {
  const months = [
    { value: "1", label: t.month, hint: "$19.00" },
    { value: "3", label: t.quarter, hint: t.saving },
  ];
  const [form, fields] = useForm<Record<FieldName, string>>({
    lastResult: {
      status: "error",
      initialValue: { ...values, ...choices, email: "anna@" },
      error: { email: [emailInvalid] },
    },
  });
  return (
    <section className="card" aria-labelledby="fields">
      <h2 id="fields">{t.fields}</h2>
      <Form of={form} className="split">
        <div className="form">
          <TextField field={fields.comment} label={t.comment} hint={t.commentHint} />
          <EmailField field={fields.email} label={t.email} />
          <PasswordField field={fields.password} label={t.password} autoComplete="current-password" />
          <MoneyField field={fields.amount} label={t.amount} />
          <NumberField field={fields.months} label={t.months} />
          <CodeField field={fields.code} label={t.code} />
        </div>
        <div className="form">
          <DateField field={fields.date} label={t.date} />
          <SelectField
            field={fields.system}
            label={t.system}
            options={[{ value: "2022", label: "Windows Server 2022" }]}
          />
          <TextArea field={fields.text} label={t.text} maxLength={1024} rows={3} />
          <FileField
            field={fields.file}
            label={t.file}
            accept={["image/png"]}
            dropZone="Drop or paste a file"
          />
          <CheckboxField field={fields.autopay} hint={t.autopayHint}>
            {t.autopay}
          </CheckboxField>
          <RadioField field={fields.period} label={t.period} choices={months} />
          <RadioField field={fields.plates} label={t.period} choices={months} plates />
        </div>
      </Form>
    </section>
  );
}
