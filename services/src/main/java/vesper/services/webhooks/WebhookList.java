package vesper.services.webhooks;

import java.util.List;

/** Webhooks as a list of the API; there are few, so there is one page. */
public record WebhookList(List<WebhookStatus> items) {}
