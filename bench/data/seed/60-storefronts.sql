-- Every store is public, with the defaults of src/areas/storefront/draft.ts and one page.
CREATE TEMP TABLE bench_draft AS SELECT '{
  "profile": {"title": null, "tagline": "Bench", "description": null, "contact_email": null, "contact_phone": null,
    "announcement": null, "social": {}},
  "theme": {"colors": {"background": "#ffffff", "surface": "#f4f5f7", "text": "#1c1f23", "muted_text": "#59616b",
      "primary": "#0b57d0", "on_primary": "#ffffff", "accent": "#b3261e"},
    "logo_url": null, "favicon_url": null, "fonts": {"heading": "system", "body": "system"}, "corner_radius": 8},
  "navigation": [{"label": "About", "to": {"type": "page", "slug": "about"}, "children": []}],
  "seo": {"title": null, "description": null, "image_url": null, "noindex": false}
}'::jsonb AS draft;

INSERT INTO storefront_pages (store_id, id, slug, title, body, body_html, seo, position)
SELECT s.id, uuidv7(), 'about', 'About', 'A shop.', '<p>A shop.</p>', d.draft -> 'seo', 1 FROM bench_plan.stores s, bench_draft d;

INSERT INTO storefront_page_revisions (store_id, page_id, revision, body_html)
SELECT store_id, id, version, body_html FROM storefront_pages;

INSERT INTO storefront_versions (store_id, id, number, content)
SELECT s.id, uuidv7(), 1, app.storefront_content(s.id, d.draft) FROM bench_plan.stores s, bench_draft d;

INSERT INTO storefronts (store_id, draft, published_version, last_version)
SELECT s.id, d.draft, 1, 1 FROM bench_plan.stores s, bench_draft d;
