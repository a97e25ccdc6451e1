package vesper.rest.binding;

import java.lang.reflect.Parameter;
import java.lang.reflect.Type;
import org.springframework.core.GenericTypeResolver;
import vesper.codec.Codec;
import vesper.rest.paths.PathPattern;

/** The class and route whose handler method is bound. */
public final class BindingSite {
    private final Codec codec;
    private final Class<?> controller;
    private final PathPattern pattern;
    private final ModelTypes models = new ModelTypes();

    BindingSite(Codec codec, Class<?> controller, PathPattern pattern) {
        this.codec = codec;
        this.controller = controller;
        this.pattern = pattern;
    }

    /** Returns the class of the handler; its method may be inherited from a generic superclass. */
    public Class<?> controller() {
        return controller;
    }

    /** Returns the type of a parameter, with type variables resolved for the class of the handler. */
    public Type typeOf(Parameter parameter) {
        Type type = parameter.getParameterizedType();
        return type instanceof Class<?> ? type : GenericTypeResolver.resolveType(type, controller);
    }

    /** Returns the converter of values from and to JSON and XML. */
    public Codec codec() {
        return codec;
    }

    PathPattern pattern() {
        return pattern;
    }

    ModelTypes models() {
        return models;
    }
}
