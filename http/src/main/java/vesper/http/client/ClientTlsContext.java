package vesper.http.client;

import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import javax.net.ssl.SSLException;

/** A factory of the context shared by TLS connections. */
final class ClientTlsContext {
    private ClientTlsContext() {}

    /** @throws SSLException if a PEM file cannot be read; the message names it */
    static SslContext of(ClientTls tls, ClientProtocol protocol) throws SSLException {
        SslContextBuilder builder = SslContextBuilder.forClient()
                .sslProvider(SslProvider.JDK)
                .protocols("TLSv1.3", "TLSv1.2")
                .endpointIdentificationAlgorithm("HTTPS");
        try {
            if (tls.trust().isPresent()) builder.trustManager(tls.trust().get().toFile());
        } catch (IllegalArgumentException e) {
            throw new SSLException(
                    "no certificates to trust can be read from " + tls.trust().get(), e);
        }
        try {
            if (tls.certificates().isPresent())
                builder.keyManager(
                        tls.certificates().get().toFile(),
                        tls.key().orElseThrow().toFile());
        } catch (IllegalArgumentException e) {
            throw new SSLException(
                    "no client certificate can be read from "
                            + tls.certificates().get() + " and " + tls.key().orElseThrow(),
                    e);
        }
        return builder.applicationProtocolConfig(offered(protocol)).build();
    }

    private static ApplicationProtocolConfig offered(ClientProtocol protocol) {
        String[] names = switch (protocol) {
            case AUTOMATIC -> new String[] {ApplicationProtocolNames.HTTP_2, ApplicationProtocolNames.HTTP_1_1};
            case HTTP1 -> new String[] {ApplicationProtocolNames.HTTP_1_1};
            case HTTP2 -> new String[] {ApplicationProtocolNames.HTTP_2};
        };
        return new ApplicationProtocolConfig(
                ApplicationProtocolConfig.Protocol.ALPN,
                ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
                ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
                names);
    }
}
