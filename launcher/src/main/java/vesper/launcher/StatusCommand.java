package vesper.launcher;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

@Command(
        name = "status",
        mixinStandardHelpOptions = true,
        description = "Says how a running server is: what it serves, what is switched on, what is pending.",
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  vesper status                                   the server on this machine",
            "  vesper status --json                            all of it, for scripts",
            "  vesper status --url http://10.0.0.5:8080 --token \"$TOKEN\"",
            "  vesper status --url https://localhost:8443 --ca server.crt    with a certificate of one's own making"
        })
final class StatusCommand implements Callable<Integer> {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Surroundings surroundings;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "Where it listens (default: ${DEFAULT-VALUE}).",
            defaultValue = "http://127.0.0.1:8080")
    private String url = "";

    @Option(names = "--token", paramLabel = "TOKEN", description = "Its admin.token, needed from other machines.")
    private @Nullable String token;

    @Option(
            names = "--ca",
            paramLabel = "FILE",
            description = "PEM file with the certificate that proves an https server, or with its authority's.")
    private @Nullable Path authority;

    @Option(names = "--json", description = "What the server says, as it is.")
    private boolean json;

    StatusCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws CommandFailedException, InterruptedException {
        String text = textFrom(base());
        surroundings.out().print(json ? text.stripTrailing() + "\n" : StatusText.of(url, read(text)));
        surroundings.out().flush();
        return ExitCode.DONE.number();
    }

    private URI base() {
        try {
            URI base = URI.create(url);
            if (base.getHost() != null && ("http".equals(base.getScheme()) || "https".equals(base.getScheme())))
                return base;
        } catch (IllegalArgumentException e) {
            // Falls through to the same words as an address that is understood and is none of ours.
        }
        throw new ParameterException(
                spec.commandLine(),
                "--url cannot be \"" + url + "\", expected an address such as http://127.0.0.1:8080");
    }

    private String textFrom(URI base) throws CommandFailedException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(base.resolve("/admin/status"))
                .timeout(PATIENCE)
                .header("Accept", "application/json");
        if (token != null) request.header("Authorization", "Bearer " + token);
        HttpClient.Builder builder = HttpClient.newBuilder().connectTimeout(PATIENCE);
        if (authority != null) builder.sslContext(TrustedCertificates.only(authority));
        try (HttpClient client = builder.build()) {
            HttpResponse<String> response = client.send(request.build(), BodyHandlers.ofString());
            if (response.statusCode() == 200) return response.body();
            throw failed(url + " answered " + response.statusCode() + reasonOf(response.statusCode()));
        } catch (SSLException e) {
            throw failed(url + " cannot be trusted: " + e.getMessage()
                    + "; --ca FILE names the certificate that proves it, whose names must include this host");
        } catch (ConnectException e) {
            throw failed("nothing listens on " + url + "; vesper run starts a server, --url names another address");
        } catch (IOException e) {
            throw failed(url + " did not answer: " + e.getMessage());
        }
    }

    private static String reasonOf(int status) {
        return switch (status) {
            case 401 -> ": it wants its admin.token, see --token";
            case 403 -> ": it has no admin.token, so it answers only on its own machine";
            case 404 -> ": it is probably not a Vesper server";
            default -> "";
        };
    }

    private JsonNode read(String text) throws CommandFailedException {
        try {
            return JsonText.read(text);
        } catch (JacksonException e) {
            throw failed(url + " answered something that is no JSON; it is probably not a Vesper server");
        }
    }

    private static CommandFailedException failed(String message) {
        return new CommandFailedException(ExitCode.FAILED, message);
    }
}
