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
import type { ContractField } from "#app/components/form/use-contract-form";
import { Button } from "#app/components/ui/button";
import type { Words } from "./words";

const field = (name: string, initialValue?: string, errors?: string[]): ContractField => ({
  ...{ name, initialValue, errors, isFirstWrong: false },
  ...{ id: name, errorId: `${name}-error`, descriptionId: `${name}-hint` },
});

/** Buttons as they ask, do, wait and refuse. */
export function Buttons({ t }: { t: Words }) {
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
        <details className="more" name="more">
          <summary className="button" aria-label={t.more}>
            ⋯
          </summary>
          <div>
            <a href="#buttons">{t.renewal}</a>
            <a href="#buttons">{t.upgrade}</a>
            <hr />
            <a href="#buttons" className="danger">
              {t.remove}
            </a>
          </div>
        </details>
      </div>
    </section>
  );
}

/** Every field, empty, filled and refused. */
export function Fields({ t }: { t: Words }) {
  const months = [
    { value: "1", label: t.month, hint: "$19.00" },
    { value: "3", label: t.quarter, hint: t.saving },
  ];
  return (
    <section className="card" aria-labelledby="fields">
      <h2 id="fields">{t.fields}</h2>
      <div className="split">
        <div className="form">
          <TextField field={field("comment", "Gold scalper")} label={t.comment} hint={t.commentHint} />
          <EmailField field={field("email", "anna@", ["invalidEmail"])} label={t.email} />
          <PasswordField field={field("password")} label={t.password} autoComplete="current-password" />
          <MoneyField field={field("amount", "50")} label={t.amount} />
          <NumberField field={field("months", "1")} label={t.months} />
          <CodeField field={field("code")} label={t.code} />
        </div>
        <div className="form">
          <DateField field={field("date", "2026-11-20")} label={t.date} />
          <SelectField
            field={field("system", "2022")}
            label={t.system}
            options={[{ value: "2022", label: "Windows Server 2022" }]}
          />
          <TextArea field={field("text")} label={t.text} maxLength={1024} rows={3} />
          <FileField
            field={field("file")}
            label={t.file}
            accept={["image/png"]}
            dropZone="Drop or paste a file"
          />
          <CheckboxField field={field("autopay", "on")} hint={t.autopayHint}>
            {t.autopay}
          </CheckboxField>
          <RadioField field={field("period", "3")} label={t.period} choices={months} />
          <RadioField field={field("plates", "3")} label={t.period} choices={months} plates />
        </div>
      </div>
    </section>
  );
}
