package vesper.services.webhooks;

import java.util.List;

/** The list of webhooks in the API. There are few, so it has a single page. */
public record WebhookList(List<WebhookStatus> items) {}
