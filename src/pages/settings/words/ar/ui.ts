import type { Child } from 'hono/jsx'
import { rich } from '../texts.ts'

export const ui = {
  skip: 'انتقل إلى المحتوى',
  signedInAs: 'سجّلت الدخول باسم',
  yourSessions: ': جلساتك',
  signOut: 'تسجيل الخروج',
  settings: 'الإعدادات',
  sections: {
    mcp: 'المساعدون',
    keys: 'مفاتيح API',
    webhooks: 'الويب هوك',
    members: 'الأعضاء',
    store: 'المتجر',
    delivery: 'التوصيل',
    tax: 'الضريبة',
    discounts: 'الخصومات',
  },
  store: 'المتجر',
  switchStore: 'تبديل',
  invitation: {
    text: (store: Child, role: string, by: Child | null) =>
      by === null
        ? rich`أنت مدعو للانضمام إلى ${store} بصفة ${role}.`
        : rich`أنت مدعو للانضمام إلى ${store} بصفة ${role}. وصلتك الدعوة من ${by}.`,
    accept: 'قبول',
    decline: 'رفض',
    to: (store: string) => `الدعوة إلى ${store}`,
  },
  save: 'حفظ',
  saved: 'حُفظت تغييراتك.',
  cancel: 'إلغاء',
  edit: 'تعديل',
  delete: 'حذف',
  search: 'بحث',
  yes: (verb: string) => `نعم، ${verb}`,
  notSet: 'غير محدد',
  ownersAndAdminsChange: 'لا يغيّر هذا إلا المالكون والمديرون.',
  viewersCannotChange: 'لا يستطيع المشاهدون تغييرها.',
  justNow: 'الآن',
  copy: 'نسخ',
  copied: 'تم النسخ',
  copiedWhat: (noun: string) => `تم نسخ ${noun}`,
  pressToCopy: 'اضغط Ctrl+C',
  cannotCopy: 'لم يسمح المتصفح بالنسخ. النص محدد: اضغط Ctrl+C',
  haveCopied: 'لقد نسخته',
  shownOnce: 'يظهر مرة واحدة فقط. بعد مغادرة هذه الصفحة لا يستطيع أحد رؤيته مرة أخرى، ولا حتى نحن.',
  older: {
    tokens: 'رموز أقدم',
    keys: 'مفاتيح أقدم',
    connections: 'اتصالات أقدم',
    members: 'أعضاء أقدم',
    discounts: 'خصومات أقدم',
    deliveries: 'عمليات إرسال أقدم',
  },
  form: {
    nothingSaved: (why: Child) => rich`لم يُحفظ شيء. ${why}`,
    correctFields: 'صحّح الحقول المحددة أدناه.',
    conflict:
      'لم يُحفظ شيء، لأن شخصًا آخر غيّر هذه البيانات بعد أن فتحتها. ما أدخلته موجود أدناه. احفظ مرة أخرى ليحل محل تغييراته.',
  },
  unknownCountry: (line: number, name: string) =>
    `السطر ${line}: «${name}» ليس اسم دولة. اكتب اسمها أو رمزها المكوّن من حرفين، مثل KW.`,
}
