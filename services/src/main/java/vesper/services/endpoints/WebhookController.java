package vesper.services.endpoints;

import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;
import vesper.codec.Codec;
import vesper.documents.StorageException;
import vesper.http.Request;
import vesper.rest.Problem;
import vesper.rest.ProblemType;
import vesper.rest.RunOn;
import vesper.rest.openapi.AlsoAnswers;
import vesper.rest.openapi.Described;
import vesper.services.collections.OpenCollection;
import vesper.services.webhooks.WebhookList;
import vesper.services.webhooks.WebhookRequest;
import vesper.services.webhooks.WebhookStatus;
import vesper.services.webhooks.Webhooks;

/** The HTTP endpoints for the webhooks of a collection. */
@RestController
@RunOn(RunOn.Threads.PLATFORM)
public final class WebhookController<T> {
    private final OpenCollection<T> collection;
    private final Webhooks webhooks;
    private final Codec codec;

    public WebhookController(OpenCollection<T> collection, EndpointParts parts) {
        this.collection = collection;
        this.webhooks = parts.webhooks();
        this.codec = parts.codec();
    }

    @GetMapping(path = "/webhooks", produces = "application/json")
    @Described("The webhooks of the collection and their positions.")
    public WebhookList list() {
        return new WebhookList(webhooks.list(collection.documents()));
    }

    @GetMapping(path = "/webhooks/{name}", produces = "application/json")
    @Described("""
            A webhook and its position.
            @param name of the webhook""")
    public WebhookStatus one(@PathVariable("name") String name) {
        return webhooks.get(collection.documents(), name).orElseThrow(() -> missing(name));
    }

    @PutMapping(path = "/webhooks/{name}", consumes = "application/json", produces = "application/json")
    @Described("""
            Creates or changes a webhook. Each change of the collection is delivered to it by POST, signed with its secret;
            the secret is only returned when it is set or generated.
            @param name of the webhook""")
    @AlsoAnswers(status = 201, when = "The webhook was created")
    @AlsoAnswers(status = 409, when = "The limit of webhooks is reached")
    public ResponseEntity<WebhookStatus> put(@PathVariable("name") String name, @RequestBody JsonNode sent) {
        WebhookRequest request = WebhookRequest.read(sent, codec);
        boolean exists = webhooks.get(collection.documents(), name).isPresent();
        WebhookStatus status = webhooks.put(collection.documents(), collection.form(), name, request);
        return new ResponseEntity<>(status, exists ? HttpStatus.OK : HttpStatus.CREATED);
    }

    @DeleteMapping("/webhooks/{name}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Described("""
            Deletes a webhook and stops its deliveries.
            @param name of the webhook""")
    public void delete(@PathVariable("name") String name) {
        if (!webhooks.delete(collection.documents(), name)) throw missing(name);
    }

    private RuntimeException missing(String name) {
        return ProblemType.NOT_FOUND
                .because("There is no webhook " + name + " of " + collection.name())
                .exception();
    }

    @ExceptionHandler(StorageException.class)
    public Problem storageProblem(StorageException failure, Request request) {
        return new StorageProblem(request).of(failure);
    }
}
