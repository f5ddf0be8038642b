import { Link } from "@remix-run/react";
import { DialogPage } from "#app/components/layout/dialog-page";
import { PaidMeter } from "#app/components/layout/paid-meter";
import { Badge } from "#app/components/ui/badge";
import { Banner } from "#app/components/ui/banner";
import { Button } from "#app/components/ui/button";
import { Disclosure } from "#app/components/ui/disclosure";
import { EmptyState } from "#app/components/ui/empty-state";
import { Meter } from "#app/components/ui/meter";
import { Notice } from "#app/components/ui/notice";
import { Pager } from "#app/components/ui/pager";
import { Tabs } from "#app/components/ui/tabs";
import { Timeline } from "#app/components/ui/timeline";
import { dayMilliseconds } from "#contract/day";
import { galleryPath } from "./path";
import type { GalleryTexts } from "./texts";

/** Status badges and the attention banner. */
export function States({ t }: { t: GalleryTexts }) {
  return (
    <section className="card" aria-labelledby="states">
      <h2 id="states">{t.states}</h2>
      <div className="row">
        <Badge tone="positive">{t.active}</Badge>
        <Badge tone="warning">{t.blocked}</Badge>
        <Badge tone="info">{t.processing}</Badge>
        <Badge tone="waiting">{t.waiting}</Badge>
        <Badge tone="negative">{t.rejected}</Badge>
        <Badge>{t.closed}</Badge>
      </div>
      <h2>{t.attention}</h2>
      {(["warning", "info", "positive"] as const).map((tone) => (
        <Banner key={tone} tone={tone} title={t.due} action={<Button>{t.renewal}</Button>}>
          {t.dueText}
        </Banner>
      ))}
      {(["info", "warning", "negative", "positive"] as const).map((tone) => (
        <Notice key={tone} tone={tone}>
          {t.noticeText}
        </Notice>
      ))}
      <Link to={galleryPath("toast")}>{t.showToast}</Link>
    </section>
  );
}

/** Navigation links and pagination. */
export function Places({ t }: { t: GalleryTexts }) {
  const items = [t.accounts, t.subscription, t.guide].map((label, index) => ({
    label,
    href: galleryPath(String(index)),
    current: index === 0,
  }));
  return (
    <section className="card" aria-labelledby="places">
      <h2 id="places">{t.places}</h2>
      <Tabs label={t.places} items={items} />
      <Tabs label={t.period} items={items} small />
      <Pager
        page={2}
        pageCount={30}
        label={t.places}
        previous={t.previous}
        next={t.next}
        href={(page) => galleryPath(String(page))}
      />
      <Disclosure summary={t.guide}>
        <p>{t.noticeText}</p>
      </Disclosure>
    </section>
  );
}

/** Empty state, usage and progress. */
export function Progress({ t, now }: { t: GalleryTexts; now: number }) {
  const inDays = (days: number) => new Date(now + days * dayMilliseconds).toISOString();
  return (
    <section className="card" aria-labelledby="empty">
      <h2 id="empty">{t.empty}</h2>
      <EmptyState title={t.emptyTitle} action={<Button>{t.showAll}</Button>}>
        {t.emptyText}
      </EmptyState>
      <PaidMeter paidUntil={inDays(2)} months={1} now={now} label={(days) => t.daysLeft + days} />
      <PaidMeter paidUntil={inDays(245)} months={12} now={now} label={(days) => t.daysLeft + days} />
      <Meter label={t.accounts} value={2} max={5}>
        {t.used}
      </Meter>
      <Timeline
        steps={[
          { key: "1", title: t.ordered, state: "done" },
          { key: "2", title: t.installing, text: t.dialogText, state: "current" },
          { key: "3", title: t.ready, state: "coming" },
          { key: "4", title: t.failed, state: "failed" },
        ]}
      />
    </section>
  );
}

/** A dialog has a URL, as in the cabinet. */
export function SampleDialog({ t }: { t: GalleryTexts }) {
  return (
    <DialogPage title={t.dialogTitle} about="annagd93pw, Trader 2" closeTo={galleryPath()}>
      <p>{t.dialogText}</p>
      <div className="dialog-foot">
        <span>
          {t.total} <span className="figure">$19.00</span>
        </span>
        <Button className="danger primary">{t.yesTurnOff}</Button>
      </div>
    </DialogPage>
  );
}
