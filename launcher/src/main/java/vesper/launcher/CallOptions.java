package vesper.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import vesper.launcher.settings.Keys;
import vesper.launcher.settings.Settings;
import vesper.launcher.settings.WrongSettingException;
import vesper.launcher.tls.TlsFiles;

/** Options of the commands that call a running server: its address and the caller's credentials. */
final class CallOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "URL of the server (default: from http.host and http.port, which run reads too).")
    private @Nullable String urlOption;

    @Mixin
    private ServerOptions server = new ServerOptions();

    @Option(
            names = "--token",
            paramLabel = "TOKEN",
            description = "Its admin.token, needed from other machines (default: admin.token, unless --url is given).")
    private @Nullable String tokenOption;

    @Option(
            names = "--user",
            paramLabel = "NAME",
            description = "An operator; the password comes from VESPER_PASSWORD, or is asked for on the terminal.")
    private @Nullable String user;

    @Option(
            names = "--ca",
            paramLabel = "FILE",
            description = "PEM file with the certificate of an https server, or of its authority.")
    private @Nullable Path authority;

    @Option(
            names = "--cert",
            paramLabel = "FILE",
            description = "PEM file with the client certificate, if the server requires one.")
    private @Nullable Path certificate;

    @Option(names = "--key", paramLabel = "FILE", description = "PEM file with the private key of --cert.")
    private @Nullable Path key;

    /**
     * Prepares the calls; sends nothing yet.
     *
     * @param timeout timeout of each response
     */
    AdminCalls open(Map<String, String> environment, Duration timeout)
            throws CommandFailedException, WrongSettingException {
        ServerAddress known = address(environment);
        // A user proves who calls, so the token is not sent besides.
        ServerAddress address = user == null ? known : new ServerAddress(known.url(), Optional.empty());
        URI base = base(address.url());
        boolean isProven = certificate != null;
        AdminCalls calls = authority == null && certificate == null && key == null
                ? AdminCalls.of(address, base, timeout)
                : AdminCalls.secured(address, base, timeout, tls(), isProven);
        return user == null ? calls : calls.with(Map.of("Authorization", basic(user, Passwords.of(environment, user))));
    }

    private static String basic(String name, String password) {
        byte[] pair = (name + ":" + password).getBytes(UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(pair);
    }

    /** Returns the address from the command line or, without one, from the settings. */
    private ServerAddress address(Map<String, String> environment)
            throws CommandFailedException, WrongSettingException {
        if (urlOption != null) return new ServerAddress(urlOption, Optional.ofNullable(tokenOption));
        Settings settings = Settings.load(server.flags(), environment, server.config());
        ServerAddress address = ServerAddress.of(settings)
                .orElseThrow(() -> new CommandFailedException(
                        ExitCode.FAILED,
                        "http.port is 0 (" + settings.originOf(Keys.PORT).text()
                                + "), so the port is only known from the server's ready line; pass it with --url"));
        return tokenOption == null ? address : new ServerAddress(address.url(), Optional.of(tokenOption));
    }

    private URI base(String url) {
        try {
            URI base = URI.create(url);
            if (base.getHost() != null && ("http".equals(base.getScheme()) || "https".equals(base.getScheme())))
                return base;
        } catch (IllegalArgumentException e) {
            // Falls through: a URL that cannot be parsed gets the same message as one with another scheme or without a
            // host.
        }
        throw new ParameterException(
                spec.commandLine(),
                "--url cannot be \"" + url + "\", expected an address such as http://127.0.0.1:8080");
    }

    private SSLContext tls() throws CommandFailedException {
        if ((certificate == null) != (key == null))
            throw new ParameterException(spec.commandLine(), "--cert requires --key and the reverse");
        var files = new TlsFiles(
                Optional.ofNullable(authority), Optional.ofNullable(certificate), Optional.ofNullable(key));
        try {
            return files.context();
        } catch (TlsFiles.UnusableException e) {
            String flag = switch (e.role()) {
                case TRUSTED -> "--ca";
                case CERTIFICATE -> "--cert";
                case KEY -> "--key";
            };
            throw new CommandFailedException(ExitCode.FAILED, flag + " " + e.getMessage());
        }
    }
}
