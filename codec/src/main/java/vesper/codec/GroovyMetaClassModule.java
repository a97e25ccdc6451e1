package vesper.codec;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.NopAnnotationIntrospector;
import tools.jackson.databind.module.SimpleModule;

/**
 * Excludes the metaclass of Groovy objects from texts. It determines what the object's methods do. Jackson does not
 * write it, but would read it.
 */
final class GroovyMetaClassModule extends SimpleModule {
    private static final long serialVersionUID = 1;

    GroovyMetaClassModule() {
        super("innards of Groovy");
    }

    @Override
    public void setupModule(JacksonModule.SetupContext context) {
        super.setupModule(context);
        context.insertAnnotationIntrospector(new WithoutMetaClass());
    }

    private static final class WithoutMetaClass extends NopAnnotationIntrospector {
        private static final long serialVersionUID = 1;

        @Override
        public @Nullable Boolean isIgnorableType(MapperConfig<?> config, AnnotatedClass type) {
            return type.getName().equals("groovy.lang.MetaClass") ? Boolean.TRUE : null;
        }
    }
}
