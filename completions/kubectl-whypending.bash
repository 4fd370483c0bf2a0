# bash completion for kubectl-whypending: `kubectl-whypending __completion bash` made it.

# What the program says could stand here, into COMPREPLY.
_kubectl_whypending_ask() {
	local line directive=0 i
	local -a typed=("${words[@]:0:cword+1}")
	for i in "${!typed[@]}"; do
		typed[i]=${typed[i]//[\"\'\\]/}
	done
	typed[0]=${typed[0]/#\~/$HOME}
	while IFS= read -r line; do
		case $line in
		:*) directive=${line#:} ;;
		*) COMPREPLY+=("${line%%$'\t'*}") ;;
		esac
	done < <("${typed[0]}" __complete "${typed[@]:1}" 2>/dev/null </dev/null)
	((directive & 2)) && compopt -o nospace
	((directive & 32)) && compopt -o nosort 2>/dev/null
}

_kubectl_whypending() {
	local cur prev words cword option head
	COMPREPLY=()
	declare -F _get_comp_words_by_ref >/dev/null || return
	_get_comp_words_by_ref -n =: cur prev words cword
	option=$prev
	if [[ $cur == --*=* ]]; then
		option=${cur%%=*} cur=${cur#*=}
	fi
	if [[ " ${words[*]:1:cword-1} " == *' -- '* ]]; then
		option=
	elif [[ $cur == -* && $option != --what-if ]]; then
		option=-
	fi
	case $option in
	--kubernetes-version) mapfile -t COMPREPLY < <(compgen -W '1.30 1.31 1.32 1.33 1.34 1.35 1.36' -- "$cur") ;;
	-o|--output) mapfile -t COMPREPLY < <(compgen -W 'wide json yaml markdown prometheus name' -- "$cur") ;;
	--nodes) mapfile -t COMPREPLY < <(compgen -W 'all near none' -- "$cur") ;;
	--color) mapfile -t COMPREPLY < <(compgen -W 'auto always never' -- "$cur") ;;
	--lang) mapfile -t COMPREPLY < <(compgen -W 'en zh' -- "$cur") ;;
	--snapshot|--scheduler-config|-f|--filename|--capture|--kubeconfig|--certificate-authority|--client-certificate|--client-key) _filedir ;;
	--cache-dir|--rules) _filedir -d ;;
	--now|-l|--selector|-s|--server|--tls-server-name|--token|--username|--password|--as|--as-uid|--as-group|--as-user-extra|--request-timeout|--chunk-size) return ;;
	-)
		if [[ $cur == -[!-]* ]]; then
			_kubectl_whypending_ask
		else
			mapfile -t COMPREPLY < <(compgen -W '--snapshot --demo --kubernetes-version --scheduler-config --now --namespace --all-namespaces --selector --what-if --filename --output --nodes --color --lang --verbose --watch --interactive --capture --redact --kubeconfig --context --cluster --user --server --certificate-authority --insecure-skip-tls-verify --tls-server-name --client-certificate --client-key --token --username --password --as --as-uid --as-group --as-user-extra --request-timeout --chunk-size --disable-compression --cache-dir --rules --explain --check-rules --rbac --help --version' -- "$cur")
		fi
		;;
	*) _kubectl_whypending_ask ;;
	esac
	# readline replaces what stands behind the last = or : only.
	head=${cur%"${cur##*[=:]}"}
	if [[ $head && $COMP_WORDBREAKS == *[=:]* ]]; then
		COMPREPLY=("${COMPREPLY[@]#"$head"}")
	fi
}

complete -F _kubectl_whypending kubectl-whypending
