package vesper.launcher.testing;

import java.net.URI;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Injects the address of the server into test parameters of type {@link URI}. JUnit loads it as a service. */
public final class ServerUri implements ParameterResolver {
    static final String PARAMETER = "vesper.server";

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == URI.class
                && context.getConfigurationParameter(PARAMETER).isPresent();
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return URI.create(context.getConfigurationParameter(PARAMETER).orElseThrow());
    }
}
