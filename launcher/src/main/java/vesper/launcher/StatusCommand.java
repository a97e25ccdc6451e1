package vesper.launcher;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import vesper.hosting.DiskFailure;
import vesper.launcher.settings.Keys;
import vesper.launcher.settings.Settings;
import vesper.launcher.settings.WrongSettingException;

@Command(
        name = "status",
        mixinStandardHelpOptions = true,
        description = "Says how a running server is: what it serves, what is switched on, what is pending.",
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  vesper status                                   the server that run would start here",
            "  vesper status --config my.properties            the one that was started with this file",
            "  vesper status --json                            all of it, for scripts",
            "  vesper status --url http://10.0.0.5:8080 --token \"$TOKEN\"",
            "  vesper status --url https://localhost:8443 --ca server.crt    with a certificate of one's own making"
        })
final class StatusCommand implements Callable<Integer> {
    private static final String PROVING =
            "; if it needs a certificate of its clients, --cert FILE and --key FILE show one";
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Surroundings surroundings;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "Where it listens (default: as http.host and http.port say, which run reads too).")
    private @Nullable String givenUrl;

    @Mixin
    private ServerOptions server = new ServerOptions();

    @Option(
            names = "--token",
            paramLabel = "TOKEN",
            description = "Its admin.token, needed from other machines (default: admin.token, unless --url is given).")
    private @Nullable String givenToken;

    @Option(
            names = "--ca",
            paramLabel = "FILE",
            description = "PEM file with the certificate that proves an https server, or with its authority's.")
    private @Nullable Path authority;

    @Option(
            names = "--cert",
            paramLabel = "FILE",
            description = "PEM file with the certificate that proves the caller, where the server needs one.")
    private @Nullable Path certificate;

    @Option(names = "--key", paramLabel = "FILE", description = "PEM file with the private key of --cert.")
    private @Nullable Path key;

    @Option(names = "--json", description = "What the server says, as it is.")
    private boolean json;

    StatusCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws CommandFailedException, WrongSettingException, InterruptedException {
        ServerAddress address = address();
        String url = address.url();
        String text = textFrom(base(url), address);
        surroundings.out().print(json ? text.stripTrailing() + "\n" : StatusText.of(url, read(url, text)));
        surroundings.out().flush();
        return ExitCode.DONE.number();
    }

    /** What was said on the command line, else what the settings say. */
    private ServerAddress address() throws CommandFailedException, WrongSettingException {
        if (givenUrl != null) return new ServerAddress(givenUrl, Optional.ofNullable(givenToken));
        Settings settings = Settings.load(server.flags(), surroundings.environment(), server.config());
        ServerAddress address = ServerAddress.of(settings)
                .orElseThrow(() ->
                        failed("http.port is 0 (" + settings.originOf(Keys.PORT).text()
                                + "), so only the server's ready line says where it listens; name it with --url"));
        return givenToken == null ? address : new ServerAddress(address.url(), Optional.of(givenToken));
    }

    private URI base(String url) {
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

    private String textFrom(URI base, ServerAddress address) throws CommandFailedException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(base.resolve("/admin/status"))
                .timeout(PATIENCE)
                .header("Accept", "application/json");
        address.token().ifPresent(token -> request.header("Authorization", "Bearer " + token));
        String url = address.url();
        HttpClient.Builder builder = HttpClient.newBuilder().connectTimeout(PATIENCE);
        if (authority != null || certificate != null || key != null) builder.sslContext(tls());
        try (HttpClient client = builder.build()) {
            HttpResponse<String> response = client.send(request.build(), BodyHandlers.ofString());
            if (response.statusCode() == 200) return response.body();
            throw failed(new StatusRefusal(address).of(response.statusCode(), response.body()));
        } catch (SSLException e) {
            throw failed(untrusted(url, e));
        } catch (HttpTimeoutException e) {
            throw failed(url + " did not answer within " + PATIENCE.toSeconds() + " s");
        } catch (ConnectException e) {
            throw failed(unreachable(url, base.getHost(), e));
        } catch (IOException e) {
            // A server that turns a caller away in the handshake may have closed before its reason was read.
            boolean isPerhapsUnproven = "https".equals(base.getScheme()) && certificate == null;
            throw failed(url + " did not answer: " + DiskFailure.reason(e) + (isPerhapsUnproven ? PROVING : ""));
        }
    }

    private SSLContext tls() throws CommandFailedException {
        if ((certificate == null) != (key == null))
            throw new ParameterException(spec.commandLine(), "--cert and --key go together");
        KeyManager @Nullable [] identity =
                certificate == null || key == null ? null : CallerIdentity.of(certificate, key);
        TrustManager @Nullable [] trusted = authority == null ? null : TrustedCertificates.only(authority);
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(identity, trusted, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK speaks TLS", e);
        }
    }

    private static String untrusted(String url, SSLException e) {
        // What the JDK says of bytes that are no TLS at all.
        boolean isPlain = String.valueOf(e.getMessage()).contains("nrecognized SSL message");
        if (isPlain) return "this port does not speak TLS: use " + url.replaceFirst("^https:", "http:");
        // What the server says of the caller's, rather than the caller of the server's.
        boolean isOfCaller = String.valueOf(e.getMessage()).contains("Received fatal alert");
        if (isOfCaller) return url + " does not take this caller (" + e.getMessage() + ")" + PROVING;
        return url + " cannot be trusted: " + e.getMessage()
                + "; --ca FILE names the certificate that proves it, whose names must include this host";
    }

    private static String unreachable(String url, String host, ConnectException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof UnresolvedAddressException || cause instanceof UnknownHostException)
                return "no host is called " + host + ", so " + url + " cannot be asked";
        }
        return "nothing listens on " + url + "; vesper run starts a server, --url names another address";
    }

    private static JsonNode read(String url, String text) throws CommandFailedException {
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
